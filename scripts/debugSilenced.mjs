/**
 * Bundles `debug`, through which socket.io writes every packet to standard error when DEBUG is set, as a function that does
 * nothing: packets hold credentials.
 */
export const debugSilenced = {
  name: "debug-silenced",
  setup(pluginBuild) {
    pluginBuild.onResolve({ filter: /^debug$/ }, () => ({ path: "debug", namespace: "debug-silenced" }));
    pluginBuild.onLoad({ filter: /./, namespace: "debug-silenced" }, () => ({
      contents:
        "const silent = () => {}; module.exports = Object.assign(() => silent, { debug: () => silent, default: () => silent });",
      loader: "js",
    }));
  },
};

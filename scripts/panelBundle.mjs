// How the panel's page is bundled: by the build, and by the tests that open it in a browser.
export const panelBundle = {
  bundle: true,
  platform: "browser",
  format: "iife",
  target: "es2022",
  entryPoints: ["src/panel/page/main.ts"],
  // Icons come as one font beside the style sheet.
  loader: { ".ttf": "file" },
  assetNames: "[name]",
};

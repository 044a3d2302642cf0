// esbuild makes a chunk for every set of entry points that share modules: some two hundred files, most of them of a few
// hundred bytes. This plans which entry points had better load a little more, so that small chunks come together. What
// loads first (the extension when it activates, the command line before it knows its command) is never made to load more.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

/** Each file costs the editor's host more to find than its code costs to read: twice as many take a sixth longer. */
const maxShared = 16;

/**
 * Plans from a first build, and gives the plugin for the second.
 * @param {import("esbuild").Metafile} metafile of the first build
 * @param {readonly string[]} protectedEntries entry points that must not load more than they do
 */
export function fewerChunks(metafile, protectedEntries) {
  const added = plan(metafile, new Set(protectedEntries));
  const paths = new Map(
    [...added].map(([entry, modules]) => [resolve(entry), [...modules].map((path) => resolve(path))]),
  );
  return {
    name: "fewer-chunks",
    setup(pluginBuild) {
      pluginBuild.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
        const modules = paths.get(path);
        if (!modules) return undefined;
        const imports = modules.map((module) => `import ${JSON.stringify(module)};`);
        return { contents: [await readFile(path, "utf8"), ...imports].join("\n"), loader: "ts" };
      });
    },
  };
}

/** The modules that each entry point is to load beside its own. */
function plan({ inputs, outputs }, protectedEntries) {
  const importsOf = (path) =>
    (inputs[path]?.imports ?? []).flatMap((one) =>
      one.kind === "import-statement" && !one.external && inputs[one.path] ? [one.path] : [],
    );
  const bytes = new Map(
    Object.values(outputs).flatMap((output) =>
      Object.entries(output.inputs).map(([path, { bytesInOutput }]) => [path, bytesInOutput]),
    ),
  );
  const entries = Object.values(outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  const loaders = new Map();
  /** The shells that each entry point is in by itself: the editor's modules cannot be loaded on the command line. */
  const shells = new Map();
  for (const entry of entries) {
    const loaded = reach(entry, importsOf);
    for (const path of loaded) addTo(loaders, path, entry);
    shells.set(entry, shellsOf(loaded));
  }
  const mayGain = ({ chunk, entry }) =>
    !protectedEntries.has(entry) &&
    chunk.modules.some(isOurs) &&
    [...shellsOf(chunk.modules)].every((shell) => shells.get(entry).has(shell));

  const added = new Map();
  const merge = (chunks) => {
    const gains = bestMerge(chunks, mayGain);
    for (const { entry, module } of gains ?? []) {
      addTo(added, entry, module);
      for (const path of reach(module, importsOf)) addTo(loaders, path, entry);
    }
    return gains !== undefined;
  };
  const chunks = () => sharedChunks(loaders, bytes);
  // Each file that is loaded first is waited for, and most of these chunks are tiny.
  for (const first of protectedEntries) while (merge(chunks().filter(({ entries }) => entries.has(first))));
  while (chunks().length > maxShared && merge(chunks()));
  return added;
}

const isOurs = (path) => path.startsWith("src/");

function shellsOf(paths) {
  return new Set([...paths].flatMap((path) => /^src\/(editor|cli)\//.exec(path)?.[1] ?? []));
}

/** Modules by the set of entry points that load them, where there is more than one. */
function sharedChunks(loaders, bytes) {
  const chunks = new Map();
  for (const [path, entries] of loaders) {
    if (entries.size < 2 || !bytes.has(path)) continue;
    const key = [...entries].sort().join();
    const chunk = chunks.get(key) ?? { entries, modules: [], sizeBytes: 0 };
    chunk.modules.push(path);
    chunk.sizeBytes += bytes.get(path);
    chunks.set(key, chunk);
  }
  return [...chunks.values()];
}

/**
 * What the smallest chunk that can be brought together with another one takes: the modules that entry points gain so that
 * they load both, with the fewest bytes more. Undefined when no two can be.
 */
function bestMerge(chunks, mayGain) {
  for (const small of chunks.toSorted((a, b) => a.sizeBytes - b.sizeBytes)) {
    const merges = chunks.flatMap((other) => {
      const gains = [...gainsOf(small, other), ...gainsOf(other, small)];
      if (other === small || !gains.every(mayGain)) return [];
      return [{ gains, costBytes: gains.reduce((sum, { chunk }) => sum + chunk.sizeBytes, 0) }];
    });
    const [best] = merges.toSorted((a, b) => a.costBytes - b.costBytes);
    if (best) {
      // Modules of packages come with those of ours that import them.
      return best.gains.flatMap(({ chunk, entry }) =>
        chunk.modules.filter(isOurs).map((module) => ({ entry, module })),
      );
    }
  }
  return undefined;
}

/** The entry points that have the other chunk and not this one. */
function gainsOf(chunk, other) {
  return [...other.entries].filter((entry) => !chunk.entries.has(entry)).map((entry) => ({ chunk, entry }));
}

function reach(from, importsOf) {
  const found = new Set();
  const open = [from];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    open.push(...importsOf(path));
  }
  return found;
}

function addTo(map, key, value) {
  const set = map.get(key) ?? new Set();
  set.add(value);
  map.set(key, set);
}

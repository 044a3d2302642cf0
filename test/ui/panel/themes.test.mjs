// `axe-core` over the panel in each theme, and a picture of each in `artifacts/panel` for people to look at.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { after, before, it } from "node:test";
import { fileURLToPath } from "node:url";
import { openPanel, startBrowser, themes } from "./harness.mjs";
import { scenes } from "./scenes.mjs";

const repository = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const pictures = join(repository, "artifacts", "panel");
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let environment;

before(async () => {
  mkdirSync(pictures, { recursive: true });
  environment = await startBrowser();
});
after(() => environment.close());

for (const theme of Object.keys(themes)) {
  it(`in the theme ${theme} nothing has a fault that axe-core finds`, async () => {
    for (const width of [1100, 520]) {
      const panel = await openPanel(environment, { theme, width });
      await panel.page.evaluate(axeSource);
      for (const [name, draw] of Object.entries(scenes)) {
        await draw(panel);
        await settled(panel.page);
        await panel.page.screenshot({ path: join(pictures, `${name}-${theme}-${width}.png`) });
        assert.deepEqual(await faults(panel.page), [], `${name} at ${width} pixels`);
      }
      const { consoleErrors } = panel;
      await panel.close();
      assert.deepEqual(consoleErrors, []);
    }
  });
}

async function faults(page) {
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`),
  );
}

/** The list has measured its rows and the pane beside it is drawn. */
async function settled(page) {
  const content = () => page.evaluate(() => document.querySelector("#panel").textContent.replace(/[\d.]+ m?s/g, ""));
  for (let before; ; ) {
    const now = await content();
    if (now === before) return;
    before = now;
    await page.waitForTimeout(200);
  }
}

it("every theme variable the style sheet uses exists in VS Code", () => {
  const folder = join(repository, "src/panel/page/style");
  const styles = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
  const used = new Set(styles.join("\n").match(/--vscode-[A-Za-z-]+/g));
  assert.ok(used.size > 0);
  const known = new Set(Object.values(themes).flatMap((theme) => Object.keys(theme.variables)));
  // Fonts are settings, not colours of a theme.
  const unknown = [...used].filter((name) => !known.has(name) && !/-font-/.test(name));
  assert.deepEqual(unknown, []);
});

/** The settings of the manifest, without their common prefix. A test compares them with `package.json`. */
export const settingSection = "simplexAgents";

export const settingKeys = {
  coreMode: "core.mode",
  coreEndpoint: "core.endpoint",
  coreBinary: "core.binary",
  timeout: "timeout",
  environment: "environment",
  codeLensEnabled: "codeLens.enabled",
} as const;

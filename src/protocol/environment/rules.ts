import { defineRules } from "../rule.ts";

/** Rules of environment files, `simplex.env.json` and `simplex.private.env.json`. */
export const environmentRules = defineRules({
  "environment/not-an-object": {
    severity: "error",
    section: "request-files#environments",
    summary: "An environment file is not an object.",
    message:
      'An environment file is an object of environments, such as {"$shared": {…}, "dev": {…}}, and this is {found}.',
  },
  "environment/environment-type": {
    severity: "error",
    section: "request-files#environments",
    summary: "An environment is not an object of variables.",
    message:
      "{name} must be an object of variables and their values, and this is {found}, so none of them has a value.",
  },
  "environment/value-type": {
    severity: "error",
    section: "request-files#environments",
    summary: "A variable's value is not a string, a number, true or false.",
    message: "A variable's value is a string, a number, true or false, and this is {found}. Write JSON as a string.",
  },
  "environment/variable-name": {
    severity: "error",
    section: "request-files#environments",
    summary: "A name cannot be used as a variable.",
    message: '"{name}" cannot stand between {{ and }}. Use letters, digits, _ and -, and begin with a letter.',
  },
  "environment/reserved-name": {
    severity: "warning",
    section: "request-files#environments",
    summary: "An environment's name begins with `$` and is not `$shared`.",
    message: "Names with $ are reserved, and only $shared has a meaning: it holds in every environment.{suggestion}",
    fix: "Corrects a misspelled $shared.",
  },
});

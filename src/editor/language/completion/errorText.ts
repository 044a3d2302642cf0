import { explainErrorCode } from "../../../protocol/binding/explainError.ts";
import { envelopeErrors } from "../../../protocol/envelope/envelopeErrors.ts";

/** Explains an error code of a protocol's answer in Markdown: its meaning, its cause and the next step. */
export function protocolErrorText(protocol: string, code: number): string | undefined {
  const explained = explainErrorCode(protocol, code);
  if (!explained) return undefined;
  const { name, meaning, likelyCause, nextStep } = explained;
  return `**${code} ${name}** — ${meaning}\n\n${likelyCause}\n\n${nextStep}`;
}

/** Explains an error code of a Service RPC response in Markdown (agent-protocols#response). */
export function envelopeErrorText(code: string): string | undefined {
  const explained = Object.hasOwn(envelopeErrors, code) ? envelopeErrors[code] : undefined;
  if (!explained) return undefined;
  const { meaning, likelyCause, nextStep } = explained;
  return `**${code}** — ${meaning}\n\n${likelyCause}\n\n${nextStep}\n\nSpecification: Service RPC, Response`;
}

import * as vscode from "vscode";

/** When a call began, in the user's language: the time alone for today. */
export function timeText(startedAt: string): string {
  const time = new Date(startedAt);
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? time.toLocaleTimeString(vscode.env.language) : time.toLocaleString(vscode.env.language);
}

/**
 * Times two functions in turns, so that both meet the same machine, and gives the ratio of their fastest rounds: what else
 * the machine does can only make a round slower. Processor time, since waiting for the processor tells nothing.
 * @returns {Promise<{ours: number, theirs: number, ratio: number}>} milliseconds of processor time per call, and ours / theirs
 */
export async function compare(ours, theirs, { rounds = 40, minimumMs = 10 } = {}) {
  const calls = { ours: await callsWithin(ours, minimumMs), theirs: await callsWithin(theirs, minimumMs) };
  const fastest = { ours: Number.POSITIVE_INFINITY, theirs: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round += 1) {
    fastest.ours = Math.min(fastest.ours, await timeOf(ours, calls.ours));
    fastest.theirs = Math.min(fastest.theirs, await timeOf(theirs, calls.theirs));
  }
  return { ...fastest, ratio: fastest.ours / fastest.theirs };
}

let isOver = false;

/** Prints one line and makes the process end with code 1 when the ratio is above its limit. */
export function printRatio({ name, ours, theirs, ratio, limit }) {
  const verdict = ratio <= limit ? "ok  " : "OVER";
  isOver ||= ratio > limit;
  process.exitCode = isOver ? 1 : 0;
  console.log(
    `${verdict} ${ratio.toFixed(3)} (at most ${limit}): ${name}; ${ours.toFixed(2)} ms against ${theirs.toFixed(2)} ms`,
  );
}

async function callsWithin(action, minimumMs) {
  await action(); // the first call compiles and warms
  const one = await timeOf(action, 1);
  return Math.max(1, Math.ceil(minimumMs / Math.max(one, 0.001)));
}

async function timeOf(action, calls) {
  const began = process.cpuUsage();
  for (let call = 0; call < calls; call += 1) await action();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000 / calls;
}

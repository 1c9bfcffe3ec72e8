// What is known of a step as Markdown, for an issue. Whatever comes from a recording is code, so that it is no link, no mention and no markup.

/** @param facts `{verdict, step, program, command, link}`: the lines of the verdict; the command is null where there is none. */
export function issueText({ verdict, step, program, command, link }) {
  const [first, ...why] = verdict;
  return [
    ...(first ? [inCode(first), ''] : []), ...[...why, step, program].map((line) => `- ${inCode(line)}`), '',
    ...(command === null ? [] : [...fenced(command), '']), inCode(link), '',
  ].join('\n');
}

/** A fence is longer than all backticks within it. */
function fenceOf(text, least) { return '`'.repeat(Math.max(least, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1))); }

function inCode(text) {
  const fence = fenceOf(text, 1);
  return fence.length > 1 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

function fenced(text) { return [`${fenceOf(text, 3)}sh`, text, fenceOf(text, 3)]; }

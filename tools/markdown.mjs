// The little Markdown that the generated documents are made of; Prettier lays it out.

/** As GitHub makes an anchor of a heading. */
export const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s/g, '-')

const cell = (text) => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')

export const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

export const fence = (language, text) => `\`\`\`${language}\n${text}\n\`\`\``

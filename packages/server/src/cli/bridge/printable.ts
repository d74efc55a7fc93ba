// Words of a service on a terminal: what would break the line, move the cursor or stay unseen is written as an escape.

export const printable = (text: string): string =>
  text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`)

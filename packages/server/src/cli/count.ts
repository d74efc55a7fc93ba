// Numbers with the thing that is counted.

/** `1 vote`, and otherwise `0 votes` or `2 votes`. */
export const showCount = (count: number, thing: string): string =>
  `${count} ${thing}${count === 1 ? '' : 's'}`

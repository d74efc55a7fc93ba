// The settings of a file as systemd and Docker read it: NAME=value or NAME="value", one on a line.

export const readSettings = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/^(\w+)=(?:"(.*)"|(.*))$/gm)].map(([, name = '', quoted, plain = '']) => [
      name,
      quoted ?? plain,
    ]),
  )

// The story that all examples tell. On Tuesday Ana claims that she runs ten kilometres before Sunday, against
// Ben, for a coffee. Both are members of the Lunch Runners, where Cleo and Ben have a challenge of their own.

export const ids = {
  ana: 'acc_01kjpr45vg00014bqhbprfvjyp',
  group: 'grp_01kpn5a9800000edqz2jwck7nd',
  anaInGroup: 'mem_01kpn5a9800000tdfrpjyh2ss9',
  benInGroup: 'mem_01kpn5n8t000018b1rgzrbwy8f',
  cleoInGroup: 'mem_01kpqhpqx00001bgy5ap8t3j1e',
  danInGroup: 'mem_01m72n8mg000001npy0ctmyrdw',
  run: 'ch_01m72983t000001cj3ps8wjrhn',
  stairs: 'ch_01m6zhpkc000009r79cpqeeke2',
  evidence: 'evd_01m7cr8y700000yanfxy53ge8f',
  wednesday: 'tly_01m75xd54000001js7xxh6p65j',
  friday: 'tly_01m7b11z80000049kn2v6s812q',
  webhook: 'whk_01m727h60000011v5y0pgzdt4w',
  question: 'qst_01m71c29000001tx3y320fanqq',
  request: 'req_01m7crj3600000mwpmbj0x4cgh',
} as const

export const times = {
  created: '2026-11-10T08:30:00.000Z',
  accepted: '2026-11-10T09:12:00.000Z',
  declined: '2026-11-10T08:50:00.000Z',
  wednesday: '2026-11-11T18:20:00.000Z',
  wednesdayConfirmed: '2026-11-11T19:05:00.000Z',
  cancelRequested: '2026-11-12T17:00:00.000Z',
  cancelLapses: '2026-11-15T17:00:00.000Z',
  cancelAgreed: '2026-11-12T20:30:00.000Z',
  friday: '2026-11-13T18:00:00.000Z',
  fridayDisputed: '2026-11-13T18:20:00.000Z',
  fridayAmended: '2026-11-13T18:40:00.000Z',
  evidence: '2026-11-14T10:05:00.000Z',
  proposed: '2026-11-14T10:10:00.000Z',
  confirmBy: '2026-11-17T10:10:00.000Z',
  disputed: '2026-11-14T18:40:00.000Z',
  decideBy: '2026-11-21T18:40:00.000Z',
  due: '2026-11-15T08:30:00.000Z',
  conceded: '2026-11-15T09:00:00.000Z',
} as const

/** Levels of the heat map: their range as text, and their colour. Each colour has AA contrast with its text. */
export const levels = [
  { name: '0', from: 0, look: 'bg-fill text-ink-3' },
  { name: '1–39', from: 1, look: 'heat-1 text-ink' },
  { name: '40–69', from: 40, look: 'heat-2 text-ink' },
  { name: '70–94', from: 70, look: 'heat-3 text-ink' },
  { name: '95+', from: 95, look: 'heat-4 text-on-primary' },
]

/** Index of the level of a percentage. */
export const levelOf = (percent: number): number => levels.findLastIndex(({ from }) => percent >= from)

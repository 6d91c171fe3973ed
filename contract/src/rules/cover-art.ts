/** The design's six gradients, from top left to bottom right; subjects and banners refer to them by name. */
export const gradients = [
  ['#3d7bff', '#1d46c9'],
  ['#ffb648', '#ee7d1b'],
  ['#2bb8a3', '#0d7a77'],
  ['#8a6bff', '#5433c9'],
  ['#f1698a', '#b92c5c'],
  ['#4a5568', '#1f2937'],
] as const

/** Names of the gradients, in their order. */
export const gradientNames = ['blue', 'amber', 'teal', 'violet', 'rose', 'slate'] as const

export const motifs = ['circle', 'rings', 'waves', 'grid'] as const
export type Motif = (typeof motifs)[number]

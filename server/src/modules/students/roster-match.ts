import type { Config } from '../../config'

/**
 * Whether matching name and number are not enough to pass a student at this school. Classmates know names and numbers,
 * so in production they are not enough unless the school has decided otherwise.
 */
export const needsCard = (match: 'instant' | 'confirm' | null, { env }: Pick<Config, 'env'>): boolean =>
  (match ?? (env === 'production' ? 'confirm' : 'instant')) === 'confirm'

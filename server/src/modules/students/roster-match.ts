import type { Config } from '../../config'

/**
 * Whether name and number that match the roster do not pass a student at this school. Names and numbers are known to
 * classmates, so in production they are not sufficient unless the school has decided otherwise.
 */
export const needsCard = (match: 'instant' | 'confirm' | null, { env }: Pick<Config, 'env'>): boolean =>
  (match ?? (env === 'production' ? 'confirm' : 'instant')) === 'confirm'

import { signedUrl } from '../modules/media/public'
import type { OpsContext } from './verb'

/** The address of a kept picture, to be clicked in a terminal: of this server where nobody said how it is reached. */
export function pictureUrl({ config, clock }: OpsContext, key: string): string {
  const base = config.publicUrl || `http://${config.host}:${config.port}`
  return base + signedUrl(config.secret, key, clock.now())
}

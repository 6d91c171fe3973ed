import { signedUrl } from '../modules/media/public'
import type { OpsContext } from './command'

/** Returns the URL of a stored image for the terminal; of this server if no public URL is configured. */
export function pictureUrl({ config, clock }: OpsContext, key: string): string {
  const base = config.publicUrl || `http://${config.host}:${config.port}`
  return base + signedUrl(config.secret, key, clock.now())
}

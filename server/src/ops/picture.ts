import { signedUrl } from '../modules/media/public'
import type { OpsContext } from './command'

/** Returns the URL of a stored image, to print in the terminal. Without a configured public URL, uses this server's. */
export function pictureUrl({ config, clock }: OpsContext, key: string): string {
  const base = config.publicUrl || `http://${config.host}:${config.port}`
  return base + signedUrl(config.secret, key, clock.now())
}

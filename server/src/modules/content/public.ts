/** What other modules may read of the site. */
export { currentBanners, setting } from './queries'

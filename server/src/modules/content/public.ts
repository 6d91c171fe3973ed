/** What other modules may read of the site. */
export { allCategories, currentBanners, setting } from './queries'

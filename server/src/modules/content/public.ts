/** Exports for other modules. */
export { showsBooks } from './books-visibility'
export { allCategories, currentBanners, setting } from './queries'
export { setSwitches } from './switches'

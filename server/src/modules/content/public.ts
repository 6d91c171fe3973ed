/** Exports for other modules. */
export { showsBooks } from './books-visibility'
export { numberOption, optionDefaults, optionFallback, saveOption, siteOption, storedOption } from './options'
export { allCategories, currentBanners, setting, settingsVersion } from './queries'
export { setSwitches } from './switches'

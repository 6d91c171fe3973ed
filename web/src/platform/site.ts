/**
 * Origin of the product. The app's pages are loaded from the device, so calls, files and links need absolute URLs
 * there; a browser uses the current origin.
 */
const site: string = import.meta.env.VITE_SITE ?? ''

export const siteOrigin = () => site || location.origin

/** Public URL of the site's page, without hash. */
export const siteAddress = () => (site ? `${site}/` : location.origin + location.pathname)

export const fromSite = (path: string) => site + path

/** Makes the file URLs in a response absolute if the app's pages are loaded from the device. */
export const withSite = (text: string) => (site ? text.replaceAll('"/media/', `"${site}/media/`) : text)

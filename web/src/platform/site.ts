/**
 * Where the product lives. The app's pages come from the device, so calls, files and links need the whole address
 * there; in a browser the address is the one that is open.
 */
const site: string = import.meta.env.VITE_SITE ?? ''

export const siteOrigin = () => site || location.origin

/** Of the page itself, as others open it. */
export const siteAddress = () => (site ? `${site}/` : location.origin + location.pathname)

export const fromSite = (path: string) => site + path

/** An answer as text, with the whole addresses of its files. */
export const withSite = (text: string) => (site ? text.replaceAll('"/media/', `"${site}/media/`) : text)

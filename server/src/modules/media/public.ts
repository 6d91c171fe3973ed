/** What other modules may use: addresses of stored files, and storing what users sent. */
export { MediaError } from './images'
export { linksExpireAt, mediaUrl, mediaUrlsIn, publicUrl, signedUrl, withMediaUrls } from './links'
export { sniffFile } from './sniff'
export { type StoredMedia, saveMedia, storeFile, storeImage } from './store'

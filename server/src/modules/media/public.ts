/** Exports for other modules: URLs of stored files, and storing uploads. */
export { MediaError } from './images'
export { linksExpireAt, mediaKeysIn, mediaUrl, publicUrl, signedUrl, studioRecipient, withMediaUrls } from './links'
export { readMp4 } from './mp4'
export { sniffFile } from './sniff'
export { type StoredMedia, saveMedia, storeBytes, storeFile, storeImage } from './store'
export { canTranscode } from './transcode'
export { fileTypes, typeOf } from './types'

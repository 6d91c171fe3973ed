/** The light build has no types of its own; its API is a subset of the full one. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}

/** The small build has no types of its own; what it offers is a part of the whole. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}

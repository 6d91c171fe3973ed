/**
 * Attributes for inline playback; without them WeChat on Android opens a player of its own. React passes them on
 * unchanged.
 */
export const inlineVideo = {
  playsInline: true,
  'webkit-playsinline': 'true',
  'x5-playsinline': 'true',
  'x5-video-player-type': 'h5-page',
  'x-webkit-airplay': 'allow',
}

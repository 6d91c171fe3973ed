/** Attributes for inline playback: WeChat on Android otherwise opens its own player. React passes them on unchanged. */
export const inlineVideo = {
  playsInline: true,
  'webkit-playsinline': 'true',
  'x5-playsinline': 'true',
  'x5-video-player-type': 'h5-page',
  'x-webkit-airplay': 'allow',
}

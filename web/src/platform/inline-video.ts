/** WeChat's browsers on Android put videos into a window of their own unless told otherwise; React passes these on as they are. */
export const inlineVideo = {
  playsInline: true,
  'webkit-playsinline': 'true',
  'x5-playsinline': 'true',
  'x5-video-player-type': 'h5-page',
  'x-webkit-airplay': 'allow',
}

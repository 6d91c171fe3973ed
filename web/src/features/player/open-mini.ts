import { closeMini, type MiniVideo, setMini } from './mini-state'

/** Goes on with the video in a corner. Its code is loaded when it is first needed. */
export function openMini(video: MiniVideo): void {
  if (!setMini(video)) return
  import('./mini-host').then(({ mountMini }) => mountMini(), closeMini)
}

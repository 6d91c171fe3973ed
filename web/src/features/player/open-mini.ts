import { closeMini, type MiniVideo, setMini } from './mini-state'

/** Continues the video in a small player. Its code is loaded when it is first needed. */
export function openMini(video: MiniVideo): void {
  if (!setMini(video)) return
  import('./mini-host').then(({ mountMini }) => mountMini(), closeMini)
}

import { px, rpxSizes as sizes } from '@dxx/contract/rules/constants'

/** Converts rpx to CSS pixels: 750rpx is the width of the window, or of a 375 px phone on desktop. */
export function rpxToPx(length: number): number {
  const width = window.innerWidth > px.desktopFrom ? px.rpxDesktopWidth : window.innerWidth
  return (length * width) / sizes.windowWidth
}

import { px, rpx as sizes } from '@dxx/contract/rules/constants'

/** Converts the specification's unit to CSS pixels: 750rpx is the window's width, on desktop that of a 375 px phone. */
export function rpx(length: number): number {
  const width = window.innerWidth > px.desktopFrom ? px.rpxDesktopWidth : window.innerWidth
  return (length * width) / sizes.windowWidth
}

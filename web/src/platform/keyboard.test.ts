import { expect, it } from 'vitest'
import { coveredHeight } from './keyboard'

it.each([
  ['a keyboard over the window', 844, { height: 508, offsetTop: 0, scale: 1 }, 336],
  ['a keyboard after the browser has scrolled the view', 844, { height: 508, offsetTop: 40, scale: 1 }, 296],
  ['a window that shrank itself', 508, { height: 508, offsetTop: 0, scale: 1 }, 0],
  ['the bar of a browser', 844, { height: 790, offsetTop: 0, scale: 1 }, 0],
  ['a zoomed page', 844, { height: 422, offsetTop: 0, scale: 2 }, 0],
])('coveredHeight returns the expected height for %s', (_name, windowHeight, view, covered) => {
  expect(coveredHeight(windowHeight, view)).toBe(covered)
})

import { expect, it } from 'vitest'
import { fitPanes, openPanes, parseChoice } from './use-panes'

it('panes are closed in narrow windows, whatever the stored choice is', () => {
  expect(openPanes({ left: true, right: true }, 'narrow', 'scroll')).toEqual({ left: false, right: false })
})

it('in paged mode the right pane stays closed until the window is very wide', () => {
  expect(openPanes({}, 'wide', 'scroll')).toEqual({ left: true, right: true })
  expect(openPanes({}, 'wide', 'pages')).toEqual({ left: true, right: false })
  expect(openPanes({}, 'widest', 'pages')).toEqual({ left: true, right: true })
  expect(openPanes({ left: false, right: true }, 'wide', 'pages')).toEqual({ left: false, right: true })
})

it('a stored choice of panes is read, and an invalid one is ignored', () => {
  expect(parseChoice('{"left":false}')).toEqual({ left: false })
  for (const broken of [null, '{', 'null', '[]', '{"left":1,"right":"yes"}']) expect(parseChoice(broken)).toEqual({})
})

it('a window below 960 px shows one pane at a time: of two open panes, the right one', () => {
  expect(fitPanes({ left: true, right: true }, true)).toEqual({ left: false, right: true })
  expect(fitPanes({ left: true, right: false }, true)).toEqual({ left: true, right: false })
  expect(fitPanes({ left: true, right: true }, false)).toEqual({ left: true, right: true })
})

import { expect, it } from 'vitest'
import { printedHtml } from './printed-html'

it('a printed chapter has its code, all tabs and its questions without answers, but no editors and counts', () => {
  const body = document.createElement('div')
  body.innerHTML =
    '<p data-p="1">栈<span data-mount="" class="reader-margin"><button>3</button></span></p>' +
    '<pre data-cell="a" hidden>print(1)</pre><div data-mount="">编辑 运行</div>' +
    '<div data-question="q1"><div data-mount=""><div class="prose">先出的是？</div><label>甲</label><p>答案：甲</p></div></div>' +
    '<div data-tabs=""><div data-mount="">标签</div><section data-tab="C">甲</section><section data-tab="Python" hidden>乙</section></div>' +
    '<video src="x"></video>'
  const copy = document.createElement('div')
  copy.innerHTML = printedHtml(body)
  expect(copy.textContent).toBe('栈print(1)随堂测 1先出的是？□ 甲C甲Python乙')
  expect(copy.querySelector('[hidden], button, video')).toBeNull()
  expect(body.querySelectorAll('[data-mount]')).toHaveLength(4)
})

it('options of a printed chapter have their letter once, without texts for screen readers', () => {
  const body = document.createElement('div')
  body.innerHTML =
    '<div data-question="q1"><div class="prose">先出的是？</div><label><input type="radio"><span aria-hidden="true">A</span>' +
    '<span class="sr-only">选项 A：</span><span>最后入栈的</span></label></div>'
  const copy = document.createElement('div')
  copy.innerHTML = printedHtml(body)
  expect(copy.textContent).toBe('随堂测 1先出的是？□ A. 最后入栈的')
})

it("blanks of a printed chapter are lines to write on, without the user's input", () => {
  const body = document.createElement('div')
  body.innerHTML =
    '<div data-question="q1"><div class="prose">先出 <input value="3"><svg aria-hidden="true"></svg>，后出 <input></div></div>'
  const copy = document.createElement('div')
  copy.innerHTML = printedHtml(body)
  expect(copy.textContent).toBe('随堂测 1先出 ________，后出 ________')
  expect(copy.querySelector('input, svg')).toBeNull()
})

it('printedHtml returns an empty text for a chapter that is not shown', () => {
  expect(printedHtml(null)).toBe('')
})

/**
 * Returns the text of a chapter for paper: programs as plain code instead of editors, all tabs open, questions with
 * their options but without answers, and no buttons and counts.
 */
export function printedHtml(body: Element | null): string {
  if (!body) return ''
  const copy = body.cloneNode(true) as Element
  for (const [place, box] of [...copy.querySelectorAll('[data-question]')].entries())
    box.replaceWith(printedQuestion(box, place + 1))
  for (const mounted of copy.querySelectorAll('[data-mount]')) mounted.remove()
  for (const section of copy.querySelectorAll('[data-tab]')) {
    const title = copy.ownerDocument.createElement('p')
    title.textContent = section.getAttribute('data-tab') ?? ''
    section.prepend(title)
  }
  for (const hidden of copy.querySelectorAll('[hidden]')) hidden.removeAttribute('hidden')
  for (const media of copy.querySelectorAll('video, audio')) media.remove()
  return copy.innerHTML
}

/** Stem and options of a question as they are shown, without the answer and its explanation. */
function printedQuestion(box: Element, number: number): Element {
  const page = box.ownerDocument
  const question = page.createElement('section')
  question.className = 'printed-question'
  const add = (tag: string, text: string) => {
    const line = question.appendChild(page.createElement(tag))
    line.textContent = text
    return line
  }
  add('p', `随堂测 ${number}`)
  const stem = box.querySelector('.prose')
  if (stem) {
    const copy = stem.cloneNode(true) as Element
    // Blanks with the user's input, and the verdict icons beside them.
    for (const blank of copy.querySelectorAll('input, textarea')) blank.replaceWith('________')
    for (const mark of copy.querySelectorAll('svg[aria-hidden]')) mark.remove()
    add('div', '').append(...copy.childNodes)
  }
  for (const option of box.querySelectorAll('label')) {
    const text = optionText(option)
    if (text) add('p', `□ ${text}`)
  }
  return question
}

/** Letter and text of an option, without texts for screen readers. */
function optionText(option: Element): string {
  const copy = option.cloneNode(true) as Element
  const letter = copy.querySelector(':scope > [aria-hidden="true"]')
  for (const unseen of copy.querySelectorAll('.sr-only')) unseen.remove()
  letter?.remove()
  const text = copy.textContent?.trim() ?? ''
  return letter?.textContent && text ? `${letter.textContent.trim()}. ${text}` : text
}

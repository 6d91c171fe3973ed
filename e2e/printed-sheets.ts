import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Page } from 'playwright-core'

/**
 * Prints the page to PDF, as Ctrl+P does. Returns the text of every sheet, in ordinary characters: a
 * PDF has some of their look-alikes (⾥ for 里).
 */
export async function printedSheets(page: Page): Promise<string[]> {
  const bytes = new Uint8Array(await page.pdf({ preferCSSPageSize: true, printBackground: true }))
  const document = await getDocument({ data: bytes, useSystemFonts: true }).promise
  const sheets: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    sheets.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join('')
        .normalize('NFKC'),
    )
  }
  await document.destroy()
  return sheets
}

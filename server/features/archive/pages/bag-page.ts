import { html } from '../../../html.ts'
import { pageOf } from './page.ts'

/** The first page of the unpacked zip: where the stories are, and what lies beside them. */
export function bagPage(name: string): string {
  const family = name || 'Our family'
  const content = html`<p class="soft">A family archive from Kinora. Nothing here needs a network; keep the folder as it is.</p>
<h1 dir="auto">${family}</h1>
<p><a href="data/index.html">Open the stories, the books and the family</a></p>
<h2>What lies here</h2>
<p>This folder is a bag (BagIt 1.0, RFC 8493), the form in which archives and libraries hand files on.</p>
<ul class="plain">
<li><strong>data</strong><br>Everything itself: recordings and files as they were made, transcripts, books, the family tree.</li>
<li><strong>manifest-sha256.txt</strong><br>Every file in data with its SHA-256. <code>sha256sum -c manifest-sha256.txt</code> reads them all.</li>
<li><strong>metadata/premis.xml</strong><br>What each file is and what happened to it, as PREMIS 3.0.</li>
<li><strong>bag-info.txt</strong><br>Whose it is, when it was made, and how much it is.</li>
</ul>
<p>To bring everything into a Kinora again, choose the zip file itself: Settings, Import.</p>`
  return pageOf(`${family} · Kinora`, content)
}

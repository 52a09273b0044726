import { ExternalLink, ReceiptText } from 'lucide-react'
import type { Invoice } from '#contract/billing.ts'
import { formatDate } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SettingsRow, SettingsSection } from '../../ui/settings-section.tsx'
import { priceOf } from './price.ts'

const states: Record<Invoice['status'], { word: string; tone: 'good' | 'warn' | 'danger' | 'plain' }> = {
  paid: { word: 'Paid', tone: 'good' },
  open: { word: 'Open', tone: 'warn' },
  failed: { word: 'Payment failed', tone: 'danger' },
  void: { word: 'Taken back', tone: 'plain' },
  test: { word: 'Test: nothing was paid', tone: 'warn' },
}

/** The invoices, newest first. */
export function Invoices({ invoices }: { invoices: Invoice[] }) {
  return (
    <SettingsSection title="Billing history">
      {invoices.length === 0 ? (
        <SettingsRow icon={<ReceiptText aria-hidden="true" />} title="Nothing has been paid yet" />
      ) : null}
      {invoices.map((invoice) => (
        <SettingsRow
          key={invoice.id}
          icon={<ReceiptText aria-hidden="true" />}
          title={`${invoice.description} · ${priceOf(invoice)}`}
          detail={`${formatDate(invoice.issuedAt)} · ${invoice.number}`}
          action={
            <>
              <Badge tone={states[invoice.status].tone}>{states[invoice.status].word}</Badge>
              {invoice.url ? (
                <Button variant="outline" size="sm" asChild>
                  <a href={invoice.url} target="_blank" rel="noreferrer">
                    <ExternalLink size={18} aria-hidden="true" />
                    Invoice
                  </a>
                </Button>
              ) : null}
            </>
          }
        />
      ))}
    </SettingsSection>
  )
}

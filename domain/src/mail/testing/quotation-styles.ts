/** Our message, as it left. */
export const OURS = `Hi Ada, I saw that Acme opens a second hall in Utrecht this spring. We deliver spare parts for lines like yours within a day.

Best,
Mia

If you would rather not hear from me again, you can unsubscribe here: https://trading.example/u/abc`;

/** What the lead wrote above it. */
export const WRITTEN = 'Thursday at ten works.';

/** Ways in which mail programs quote, from public reports. In each the lead wrote WRITTEN, and perhaps the program's own signature. */
export const QUOTATION_STYLES: readonly [program: string, text: string][] = [
  [
    'Yahoo Android (one line)',
    `Thursday at ten works.

Sent from Yahoo Mail on Android 
 
  On Mon, Mar 9, 2026 at 10:03 AM, Mia Torres<mia@trading.example> wrote:   ${OURS}`,
  ],
  [
    'AOL app Android (one line)',
    `Thursday at ten works.

Sent from the all new AOL app for Android

  On Mon, Mar 9, 2026 at 10:03 AM, Mia Torres<mia@trading.example> wrote:   ${OURS}`,
  ],
  [
    'Yahoo iPhone',
    `Thursday at ten works.

Sent from Yahoo Mail for iPhone


On Monday, March 9, 2026, 10:03 AM, Mia Torres <mia@trading.example> wrote:

${OURS}`,
  ],
  [
    'Airmail/Sparrow said',
    `Thursday at ten works.

On March 9, 2026 at 10:03:11, Mia Torres (mia@trading.example) said:


${OURS}`,
  ],
  [
    'Airmail wrote',
    `Thursday at ten works.

On March 9, 2026 at 10:03:11, Mia Torres (mia@trading.example(mailto:mia@trading.example)) wrote:


${OURS}`,
  ],
  [
    'Superhuman',
    `Thursday at ten works.

On Mon, Mar 09, 2026 at 10:03 AM, Mia Torres < mia@trading.example > wrote:

${OURS}`,
  ],
  [
    'Outlook Greek',
    `Thursday at ten works.

Από: Mia Torres <mia@trading.example>
Στάλθηκε: Δευτέρα, 9 Μαρτίου 2026 10:03 πμ
Προς: Ada Jansen <ada@acme.example>
Θέμα: Parts for spring

${OURS}`,
  ],
  [
    'Outlook Romanian',
    `Thursday at ten works.

De la: Mia Torres <mia@trading.example>
Trimis: luni, 9 martie 2026 10:03
Către: Ada Jansen <ada@acme.example>
Subiect: Parts for spring

${OURS}`,
  ],
  [
    'Outlook Slovak',
    `Thursday at ten works.

Od: Mia Torres <mia@trading.example>
Odoslané: pondelok 9. marca 2026 10:03
Komu: Ada Jansen <ada@acme.example>
Predmet: Parts for spring

${OURS}`,
  ],
  [
    'Outlook Croatian',
    `Thursday at ten works.

Od: Mia Torres <mia@trading.example>
Poslano: ponedjeljak, 9. ožujka 2026. 10:03
Prima: Ada Jansen <ada@acme.example>
Predmet: Parts for spring

${OURS}`,
  ],
  [
    'Outlook Ukrainian',
    `Thursday at ten works.

Від: Mia Torres <mia@trading.example>
Надіслано: понеділок, 9 березня 2026 р. 10:03
Кому: Ada Jansen <ada@acme.example>
Тема: Parts for spring

${OURS}`,
  ],
  [
    'Outlook Bulgarian',
    `Thursday at ten works.

От: Mia Torres <mia@trading.example>
Изпратено: понеделник, 9 март 2026 г. 10:03
До: Ada Jansen <ada@acme.example>
Относно: Parts for spring

${OURS}`,
  ],
  [
    'Outlook Hebrew',
    `Thursday at ten works.

מאת: Mia Torres <mia@trading.example>
נשלח: יום שני 09 מרץ 2026 10:03
אל: Ada Jansen <ada@acme.example>
נושא: Parts for spring

${OURS}`,
  ],
  [
    'Outlook Arabic',
    `Thursday at ten works.

من: Mia Torres <mia@trading.example>
تم الإرسال: الاثنين، 9 مارس 2026 10:03
إلى: Ada Jansen <ada@acme.example>
الموضوع: Parts for spring

${OURS}`,
  ],
  [
    'Outlook Estonian',
    `Thursday at ten works.

Saatja: Mia Torres <mia@trading.example>
Saadetud: esmaspäev, 9. märts 2026 10:03
Adressaat: Ada Jansen <ada@acme.example>
Teema: Parts for spring

${OURS}`,
  ],
  [
    'Outlook Lithuanian',
    `Thursday at ten works.

Nuo: Mia Torres <mia@trading.example>
Išsiųsta: 2026 m. kovo 9 d., pirmadienis 10:03
Kam: Ada Jansen <ada@acme.example>
Tema: Parts for spring

${OURS}`,
  ],
  [
    'Outlook Slovenian',
    `Thursday at ten works.

Od: Mia Torres <mia@trading.example>
Poslano: ponedeljek, 09. marec 2026 10:03
Za: Ada Jansen <ada@acme.example>
Zadeva: Parts for spring

${OURS}`,
  ],
  [
    'Outlook Thai',
    `Thursday at ten works.

จาก: Mia Torres <mia@trading.example>
ส่ง: วันจันทร์ที่ 9 มีนาคม 2026 10:03
ถึง: Ada Jansen <ada@acme.example>
เรื่อง: Parts for spring

${OURS}`,
  ],
  [
    'Outlook Vietnamese',
    `Thursday at ten works.

Từ: Mia Torres <mia@trading.example>
Đã gửi: Thứ Hai, 9 tháng 3, 2026 10:03
Đến: Ada Jansen <ada@acme.example>
Chủ đề: Parts for spring

${OURS}`,
  ],
  [
    'OWA underscore Greek',
    `Thursday at ten works.

________________________________
Από: Mia Torres <mia@trading.example>
Στάλθηκε: Δευτέρα, 9 Μαρτίου 2026 10:03 πμ
Προς: Ada Jansen <ada@acme.example>
Θέμα: Parts for spring

${OURS}`,
  ],
  [
    'iPhone Arabic',
    `Thursday at ten works.

في 9 مارس 2026، الساعة 10:03 ص، كتب Mia Torres <mia@trading.example>:

${OURS}`,
  ],
  [
    'Outlook English bold marks',
    `Thursday at ten works.

*From:* Mia Torres <mia@trading.example>
*Sent:* Monday, March 9, 2026 10:03 AM
*To:* Ada Jansen <ada@acme.example>
*Subject:* Parts for spring

${OURS}`,
  ],
  [
    'Outlook two lines only',
    `Thursday at ten works.

From: Mia Torres <mia@trading.example>
Date: Monday, 9 March 2026 at 10:03

${OURS}`,
  ],
  [
    'Lotus Notes',
    `Thursday at ten works.



From:	"Mia Torres" <mia@trading.example>
To:	ada@acme.example,
Date:	09/03/2026 10:03
Subject:	Parts for spring



${OURS}`,
  ],
  [
    'Bitrix/Odoo none',
    `Thursday at ten works.

-----
Mia Torres <mia@trading.example>, 09.03.2026 10:03
${OURS}`,
  ],
  [
    'Windows Mail',
    `Thursday at ten works.

Verzonden vanuit Mail voor Windows

Van: Mia Torres
Verzonden: maandag 9 maart 2026 10:03
Aan: Ada Jansen
Onderwerp: Parts for spring

${OURS}`,
  ],
  [
    'Spark',
    `Thursday at ten works.

Sent with Spark
On 9 Mar 2026 at 10:03 +0100, Mia Torres <mia@trading.example>, wrote:
> Hi Ada, I saw that Acme opens a second hall in Utrecht this spring. We deliver spare parts for lines like yours within a day.
> 
> Best,
> Mia
> 
> If you would rather not hear from me again, you can unsubscribe here: https://trading.example/u/abc`,
  ],
  [
    'Hey',
    `Thursday at ten works.

On March 9, 2026, Mia Torres <mia@trading.example> wrote:

${OURS}`,
  ],
  [
    'Front with tz',
    `Thursday at ten works.

On March 9, 2026, 10:03 AM GMT+1 mia@trading.example wrote:

${OURS}`,
  ],
  [
    'Zoho',
    `Thursday at ten works.

---- On Mon, 09 Mar 2026 10:03:11 +0100 Mia Torres <mia@trading.example> wrote ----

${OURS}`,
  ],
  [
    'Thunderbird Mail on Android (K-9)',
    `Thursday at ten works.

Am 9. März 2026 10:03:11 MEZ schrieb Mia Torres <mia@trading.example>:
>Hi Ada, I saw that Acme opens a second hall in Utrecht this spring. We deliver spare parts for lines like yours within a day.
>
>Best,
>Mia
>
>If you would rather not hear from me again, you can unsubscribe here: https://trading.example/u/abc`,
  ],
  [
    'top quote without marks, HTML only to text',
    `Thursday at ten works.

Mia Torres wrote on 9/3/2026 10:03 AM:
${OURS}`,
  ],
  [
    'Proton web',
    `Thursday at ten works.

On Monday, March 9th, 2026 at 10:03 AM, Mia Torres <mia@trading.example> wrote:

${OURS}`,
  ],
  [
    'Gmail mobile fwd style',
    `Thursday at ten works.

On Mon, Mar 9, 2026, 10:03 AM Mia Torres <mia@trading.example> wrote:

${OURS}`,
  ],
];

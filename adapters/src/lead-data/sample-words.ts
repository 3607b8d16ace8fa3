/**
 * Words for generated people, titles and companies. Compiled by hand for this project from common given names, family
 * names and business words; no data set was copied, and any likeness to real people is accidental.
 */
const list = (text: string): readonly string[] =>
  text
    .trim()
    .split(/[|\n]/)
    .map((word) => word.trim());

/** Roughly by how common they are: the first are drawn most often. */
export const FIRST_NAMES =
  list(`James|Maria|David|Anna|Michael|Sarah|John|Laura|Daniel|Emma|Robert|Sophie|Thomas|Julia|Peter|Lisa|Mark|Elena|Paul|Sandra
Andrew|Nina|Martin|Eva|Chris|Kate|Alex|Marie|Stefan|Claire|Lucas|Olivia|Jan|Emily|Tom|Hannah|Matthew|Lena|Simon|Alice|Nicolas|Charlotte|Ben|Julie|Kevin
Rachel|Eric|Amelia|Luis|Carmen|Jose|Ana|Carlos|Lucia|Antonio|Isabel|Marco|Giulia|Luca|Chiara|Francesco|Sofia|Pierre|Camille|Jean|Manon|Antoine|Ines
Hans|Katrin|Jürgen|Sabine|Björn|Astrid|Lars|Ingrid|Sven|Freya|Mikael|Linnea|Piotr|Agnieszka|Łukasz|Zofia|Tomáš|Jana|Pavel|Olga|Ivan|Natalia|Dmitri|Irina
Mehmet|Ayşe|Emre|Zeynep|Omar|Fatima|Ahmed|Layla|Yusuf|Amira|Raj|Priya|Arjun|Ananya|Vikram|Neha|Sanjay|Deepika|Rahul|Pooja|Wei|Li|Ming|Xin|Hiroshi|Yuki
Kenji|Sakura|Min|Ji|Thanh|Linh|Somchai|Mei|Kofi|Ama|Chidi|Ngozi|Thabo|Lerato|João|Beatriz|Pedro|Mariana|Tiago|Inês|Siobhán|Liam|Aoife|Sean|Niamh|Connor
Grace|Ethan|Chloe|Noah|Zoe|Mason|Ava|Logan|Mia|Jack|Ruby|Oscar|Isla|Harry|Poppy|Jasper|Saskia|Bram|Fleur|Daan|Femke|Thijs|Maud|Ruben|Noor`);

export const LAST_NAMES =
  list(`Smith|Johnson|Brown|Garcia|Müller|Martin|Kumar|Silva|Wang|Jones|Williams|Davis|Miller|Wilson|Taylor|Anderson|Thomas|Jackson|White
Harris|Clark|Lewis|Walker|Hall|Young|King|Wright|Scott|Green|Baker|Adams|Nelson|Carter|Mitchell|Roberts|Turner|Phillips|Campbell|Parker|Evans|Edwards|Collins
Schmidt|Schneider|Fischer|Weber|Meyer|Wagner|Becker|Schulz|Hoffmann|Koch|Bauer|Richter|Klein|Wolf|Schröder|Neumann|Braun|Krüger|Bernard|Dubois|Durand|Moreau
Laurent|Simon|Michel|Lefèvre|Roux|Fournier|Girard|Bonnet|Rossi|Russo|Ferrari|Esposito|Bianchi|Romano|Colombo|Ricci|Marino|Greco|Bruno|Gallo|Conti|Rodríguez
Fernández|López|Martínez|Sánchez|Pérez|Gómez|Díaz|Moreno|Álvarez|Romero|Navarro|Torres|Domínguez|Santos|Oliveira|Souza|Pereira|Costa|Almeida|Ferreira|Ribeiro
de Vries|Jansen|van den Berg|Bakker|Visser|Smit|Meijer|Mulder|de Boer|Bos|Peeters|Janssens|Maes|Jacobs|Hansen|Johansen|Olsen|Larsen|Andersen|Nielsen|Pedersen
Johansson|Karlsson|Nilsson|Eriksson|Lindberg|Virtanen|Korhonen|Nowak|Kowalski|Wiśniewski|Wójcik|Novák|Svoboda|Horváth|Nagy|Popescu|Ivanov|Petrov|Yılmaz|Kaya
Demir|Haddad|Khalil|Hassan|Ali|Khan|Ahmed|Sharma|Patel|Singh|Gupta|Reddy|Iyer|Mehta|Chen|Liu|Zhang|Yang|Huang|Zhao|Tanaka|Suzuki|Sato|Watanabe|Kim|Lee|Park
Choi|Nguyen|Tran|Pham|Okafor|Mensah|Abebe|Dlamini|Nkosi|Murphy|Kelly|O'Brien|Walsh|McCarthy|Stewart|MacDonald|Hughes|Morgan|Bennett|Foster|Hayes|Reid|Shaw`);

/** Functions by department. */
export const JOB_FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  Engineering: list(
    'Engineering|Software|Platform|Mechanical Engineering|Research & Development|Hardware|Data Engineering|Quality Assurance',
  ),
  'Finance & Administration': list('Finance|Accounting|Controlling|Treasury|Tax|Procurement|Legal|Financial Planning'),
  'Human Resources': list('Human Resources|HR|Talent Acquisition|People|Learning & Development|Compensation'),
  'IT & IS': list(
    'IT|Information Technology|Information Security|Infrastructure|Systems|Network|Business Intelligence',
  ),
  Marketing: list(
    'Marketing|Brand|Growth|Content|Product Marketing|Demand Generation|Communications|Digital Marketing|SEO|Events',
  ),
  Operations: list(
    'Operations|Supply Chain|Logistics|Production|Project Management|Facilities|Quality|Business Operations',
  ),
  Sales: list(
    'Sales|Business Development|Account Management|Revenue|Partnerships|Sales Operations|Key Accounts|Channel Sales',
  ),
  Support: list('Customer Success|Customer Support|Technical Support|Customer Service|Client Services|Service Desk'),
  Other: list('Strategy|Innovation|Sustainability|Product|Design|Public Relations'),
};

/** Ways to name a level; `*` is the function. `share`: percent of all people. */
export const JOB_LEVELS: readonly { seniority: string; share: number; titles: readonly string[] }[] = [
  { seniority: 'C-Level', share: 4, titles: list('Chief * Officer|Chief Officer *|CxO *') },
  {
    seniority: 'VP-Level',
    share: 5,
    titles: list('VP *|Vice President of *|Vice President, *|SVP *|Executive Vice President *|VP of *'),
  },
  {
    seniority: 'Director-Level',
    share: 11,
    titles: list('* Director|Director of *|Head of *|Senior Director, *|Managing Director *'),
  },
  {
    seniority: 'Manager-Level',
    share: 23,
    titles: list('* Manager|Senior * Manager|Manager, *|* Team Lead|Sr. * Manager|* Supervisor'),
  },
  {
    seniority: 'Staff',
    share: 44,
    titles: list(
      '* Specialist|* Analyst|* Associate|* Coordinator|* Consultant|Senior * Specialist|Junior * Analyst|* Assistant|* Executive',
    ),
  },
  { seniority: 'Other', share: 5, titles: list('* Intern|Freelance * Advisor|* Trainee|Independent * Consultant') },
];

/** Titles of their own: level, department, title. */
export const WHOLE_TITLES: readonly (readonly [seniority: string, department: string, title: string])[] = [
  ['C-Level', 'Other', 'CEO'],
  ['C-Level', 'Other', 'Chief Executive Officer'],
  ['C-Level', 'Other', 'Founder & CEO'],
  ['C-Level', 'Other', 'Co-Founder'],
  ['C-Level', 'Engineering', 'CTO'],
  ['C-Level', 'Finance & Administration', 'CFO'],
  ['C-Level', 'Marketing', 'CMO'],
  ['C-Level', 'Operations', 'COO'],
  ['C-Level', 'IT & IS', 'CIO'],
  ['C-Level', 'Sales', 'Chief Revenue Officer'],
  ['Staff', 'Engineering', 'Software Engineer'],
  ['Staff', 'Engineering', 'Senior Software Developer'],
  ['Staff', 'Sales', 'Account Executive'],
  ['Staff', 'Sales', 'SDR'],
  ['Staff', 'Finance & Administration', 'Accountant'],
  ['Staff', 'Other', 'Consultant'],
  ['Other', 'Other', 'Owner'],
  ['Other', 'Other', 'Student'],
  ['Other', 'Other', 'Board Member'],
  ['Manager-Level', 'Other', 'Product Manager'],
  ['Manager-Level', 'Operations', 'Project Manager'],
  ['Director-Level', 'Other', 'Managing Director'],
];

/** Industries in which most people work who are on LinkedIn, the largest first; names of the taxonomy's second level. */
export const LARGEST_INDUSTRIES = list(
  'IT Services and IT Consulting|Software Development|Advertising Services|Business Consulting and Services|Banking|Higher Education|Telecommunications|Real Estate|Staffing and Recruiting|Insurance|Hospitality|Motor Vehicle Manufacturing|Pharmaceutical Manufacturing|Law Practice|Accounting|Food and Beverage Manufacturing|Technology, Information and Internet|Marketing Services|Industrial Machinery Manufacturing|Food and Beverage Services',
);

/** What a title, a headline or a company is about. */
export const SPECIALTIES =
  list(`Cloud|Retail|Analytics|E-commerce|Automation|Healthcare|Mobility|Energy|Payments|Insurance|Banking|Logistics|Robotics|Cybersecurity
Artificial Intelligence|Machine Learning|SaaS|Fintech|Biotech|Medical Devices|Renewables|Solar|Wind|Batteries|Automotive|Aerospace|Defense|Rail|Maritime
Packaging|Chemicals|Polymers|Steel|Glass|Paper|Textiles|Fashion|Luxury|Cosmetics|Food|Beverages|Dairy|Agriculture|Forestry|Water|Recycling|Construction
Real Estate|Property|Facilities|Hospitality|Travel|Events|Media|Publishing|Gaming|Sports|Music|Film|Advertising|Design|Architecture|Education|Training
Recruitment|Payroll|Staffing|Compliance|Risk|Audit|Tax|Legal|Procurement|Sourcing|Warehousing|Fleet|Telecom|Networks|Semiconductors|Sensors|Embedded|Mobile
Web|Platforms|Marketplaces|Subscriptions|Loyalty|CRM|ERP|Data|Big Data|Databases|DevOps|Testing|Observability|Open Source|Integration|APIs|Blockchain|Quantum
Genomics|Diagnostics|Pharma|Clinical Trials|Nursing|Dental|Veterinary|Wellness|Fitness|Nutrition|Public Sector|Government|Nonprofit|Smart Cities|Drones
Imaging|Optics|Lasers|Printing|3D Printing|Machining|Tooling|Pumps|Valves|HVAC|Lighting|Elevators|Furniture|Ceramics|Toys|Pets|Baby|Home|Garden|Kitchen
Enterprise|Mid-Market|SMB|Consumer|Wholesale|Franchise|Export|Import|Customs|Translation|Localization|Accessibility|Voice|Video|Streaming|Podcasts|Email`);

export const TITLE_PREFIXES = list('Global|Regional|Interim|Group|Corporate|International|Deputy|Acting');

export const TITLE_REGIONS =
  list(`EMEA|DACH|Benelux|Nordics|UK & Ireland|Southern Europe|Eastern Europe|North America|LATAM|APAC|Middle East|Africa|India|Japan|China|Iberia
France|Germany|Italy|Netherlands|Poland|Turkey|Brazil|Mexico|Canada|Australia|West Coast|East Coast|Midwest|Central Region|North|South|East|West|Americas|ANZ|MENA
Baltics|CEE|Worldwide`);

export const COMPANY_STARTS =
  list(`North|Bright|Silver|Blue|Green|Stone|River|Oak|Iron|Clear|Swift|Star|Sun|Moon|High|Deep|Red|Gold|West|East|South|New|Old|Grand|Prime|Core
Alpha|Beta|Delta|Nova|Terra|Aqua|Aero|Agri|Bio|Cyber|Data|Digi|Eco|Ever|Fair|Fast|First|Flex|Fort|Free|Fresh|Giga|Glad|Globe|Good|Gran|Hyper|Inter|Kind|Lake|Land|Life
Light|Link|Loft|Logi|Luma|Lux|Mar|Max|Medi|Mega|Meta|Micro|Mint|Mono|Multi|Neo|Net|Next|Nord|Omni|Open|Opti|Orbit|Pan|Park|Path|Peak|Pixel|Poly|Port|Pro|Pure|Quant
Rapid|Real|Rock|Rose|Royal|Safe|Sage|Sea|Sky|Smart|Snow|Solid|Spark|Spring|Steel|Storm|Sum|Tech|Tele|Tree|True|Ultra|Uni|Urban|Vast|Velo|Vera|Vital|Vivid|Water|Wave
White|Wild|Wind|Wise|Wood|World`);

export const COMPANY_ENDS =
  list(`field|bridge|stone|works|ware|point|gate|line|path|wave|flow|base|port|ford|wood|land|view|side|star|light|mark|craft|forge|nest|hive|grid
loop|link|scale|shift|spark|stack|storm|stream|trade|trust|vault|verse|way|well|wise|yard|zone|bank|beam|bell|bolt|book|box|bright|build|cast|chain|chart|city|cloud
coast|code|core|crest|cube|deck|desk|dock|drive|edge|fair|farm|fleet|font|frame|front|fuse|gear|glow|grove|guard|guide|harbor|haven|head|hill|hold|home|house|hub|jet
key|lab|lake|lane|leaf|lens|level|lift|lock|logic|loom|map|mate|meadow|mill|mind|mint|mode|moor|mount|move|node|note|orbit|pack|park|peak|pilot|plan|plant|pond|press`);

export const COMPANY_FORMS =
  list(`Group|Solutions|Technologies|Systems|Labs|Partners|Consulting|Industries|Services|Holdings|Software|Media|Logistics|Energy|Health|Capital
Foods|Robotics|Networks|Studios|Analytics|Engineering|Manufacturing|Trading|Ventures|Digital|International|Global|Networks BV|GmbH|Ltd|Inc|SA|AB|Digital Agency|Pharma
Motors|Insurance|Bank|Retail`);

export const COMPANY_DOMAINS = list('com|com|com|com|io|de|co.uk|nl|fr|eu|net|org');

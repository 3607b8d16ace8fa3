/**
 * Industries of companies in two levels, after the list that LinkedIn publishes for users of its API ("Industry Codes
 * V2", learn.microsoft.com/linkedin/shared/references/reference-tables/industry-codes-v2). It contains names only,
 * which are facts and under no license. It was compiled by hand: deeper levels of that list are siblings of their
 * parents here, and a rare one may be missing. A main industry's own name is the industry of companies that are in none
 * of its sub-industries.
 */
const TAXONOMY: Readonly<Record<string, string>> = {
  'Accommodation Services': `Bars, Taverns, and Nightclubs|Bed-and-Breakfasts, Hostels, Homestays|Caterers|Food and Beverage Services|
    Hospitality|Hotels and Motels|Mobile Food Services|Restaurants`,
  'Administrative and Support Services': `Collection Agencies|Events Services|Executive Search Services|Facilities Services|Fundraising|
    Janitorial Services|Landscaping Services|Office Administration|Security and Investigations|Security Guards and Patrol Services|
    Security Systems Services|Staffing and Recruiting|Telephone Call Centers|Temporary Help Services|Translation and Localization|
    Travel Arrangements|Writing and Editing`,
  Construction: `Building Construction|Building Equipment Contractors|Building Finishing Contractors|
    Building Structure and Exterior Contractors|Civil Engineering|Highway, Street, and Bridge Construction|
    Nonresidential Building Construction|Residential Building Construction|Specialty Trade Contractors|Subdivision of Land|
    Utility System Construction`,
  'Consumer Services': `Civic and Social Organizations|Commercial and Industrial Machinery Maintenance|
    Electronic and Precision Equipment Maintenance|Footwear and Leather Goods Repair|Household Services|Industry Associations|
    Laundry and Drycleaning Services|Non-profit Organizations|Personal and Laundry Services|Personal Care Services|Pet Services|
    Philanthropic Fundraising Services|Political Organizations|Professional Organizations|Public Policy Offices|Religious Institutions|
    Repair and Maintenance|Reupholstery and Furniture Repair|Vehicle Repair and Maintenance`,
  Education: `Cosmetology and Barber Schools|E-Learning Providers|Fine Arts Schools|Flight Training|Higher Education|Language Schools|
    Primary and Secondary Education|Professional Training and Coaching|Secretarial Schools|Sports and Recreation Instruction|
    Technical and Vocational Training`,
  'Entertainment Providers': `Amusement Parks and Arcades|Artists and Writers|Circuses and Magic Shows|Dance Companies|
    Fine Art|Gambling Facilities and Casinos|Golf Courses and Country Clubs|Historical Sites|Museums|
    Museums, Historical Sites, and Zoos|Musicians|Performing Arts|Performing Arts and Spectator Sports|Racetracks|Recreational Facilities|
    Skiing Facilities|Spectator Sports|Sports Teams and Clubs|Theater Companies|Wellness and Fitness Services|Zoos and Botanical Gardens`,
  'Farming, Ranching, Forestry': `Farming|Fisheries|Forestry and Logging|Horticulture|Ranching|Ranching and Fisheries`,
  'Financial Services': `Banking|Capital Markets|Claims Adjusting, Actuarial Services|Credit Intermediation|Funds and Trusts|Insurance|
    Insurance Agencies and Brokerages|Insurance and Employee Benefit Funds|Insurance Carriers|International Trade and Development|
    Investment Advice|Investment Banking|Investment Management|Loan Brokers|Pension Funds|Savings Institutions|
    Securities and Commodity Exchanges|Trusts and Estates|Venture Capital and Private Equity Principals`,
  'Government Administration': `Administration of Justice|Air, Water, and Waste Program Management|Armed Forces|
    Community Development and Urban Planning|Conservation Programs|Correctional Institutions|Courts of Law|Economic Programs|
    Education Administration Programs|Environmental Quality Programs|Executive Offices|Fire Protection|Health and Human Services|
    Housing and Community Development|Housing Programs|International Affairs|Law Enforcement|Legislative Offices|
    Military and International Affairs|Public Assistance Programs|Public Health|Public Safety|Space Research and Technology|
    Transportation Programs|Utilities Administration`,
  'Holding Companies': '',
  'Hospitals and Health Care': `Alternative Medicine|Ambulance Services|Chiropractors|Community Services|Dentists|Emergency and Relief Services|
    Family Planning Centers|Home Health Care Services|Hospitals|Individual and Family Services|Child Day Care Services|
    Medical and Diagnostic Laboratories|Medical Practices|Mental Health Care|Nursing Homes and Residential Care Facilities|Optometrists|
    Outpatient Care Centers|Physical, Occupational and Speech Therapists|Physicians|Services for Renters|
    Services for the Elderly and Disabled|Vocational Rehabilitation Services`,
  Manufacturing: `Abrasives and Nonmetallic Minerals Manufacturing|Accessible Hardware Manufacturing|
    Agricultural Chemical Manufacturing|Agriculture, Construction, Mining Machinery Manufacturing|Alternative Fuel Vehicle Manufacturing|
    Animal Feed Manufacturing|Apparel Manufacturing|Appliances, Electrical, and Electronics Manufacturing|
    Architectural and Structural Metal Manufacturing|Artificial Rubber and Synthetic Fiber Manufacturing|Audio and Video Equipment Manufacturing|
    Automation Machinery Manufacturing|Aviation and Aerospace Component Manufacturing|Baked Goods Manufacturing|
    Beverage Manufacturing|Boilers, Tanks, and Shipping Container Manufacturing|Breweries|Chemical Manufacturing|
    Chemical Raw Materials Manufacturing|Clay and Refractory Products Manufacturing|Climate Technology Product Manufacturing|
    Commercial and Service Industry Machinery Manufacturing|Communications Equipment Manufacturing|
    Computer Hardware Manufacturing|Computers and Electronics Manufacturing|Construction Hardware Manufacturing|Cutlery and Handtool Manufacturing|
    Dairy Product Manufacturing|Defense and Space Manufacturing|Distilleries|Electric Lighting Equipment Manufacturing|
    Electrical Equipment Manufacturing|Electronic and Magnetic Media Reproduction|Engines and Power Transmission Equipment Manufacturing|
    Fabricated Metal Products|Fashion Accessories Manufacturing|Food and Beverage Manufacturing|Footwear Manufacturing|
    Fossil Fuel Electric Power Equipment Manufacturing|Fruit and Vegetable Preserves Manufacturing|
    Fuel Cell Manufacturing|Furniture and Home Furnishings Manufacturing|Glass Product Manufacturing|
    Glass, Ceramics and Concrete Manufacturing|Household and Institutional Furniture Manufacturing|Household Appliance Manufacturing|
    HVAC and Refrigeration Equipment Manufacturing|Industrial Machinery Manufacturing|Leather Product Manufacturing|
    Lime and Gypsum Products Manufacturing|Machinery Manufacturing|Magnetic and Optical Media Manufacturing|Mattress and Blinds Manufacturing|
    Measuring and Control Instrument Manufacturing|Meat Products Manufacturing|Medical Equipment Manufacturing|Metal Treatments|
    Metal Valve, Ball, and Roller Manufacturing|Metalworking Machinery Manufacturing|Motor Vehicle Manufacturing|
    Motor Vehicle Parts Manufacturing|Office Furniture and Fixtures Manufacturing|Oil and Coal Product Manufacturing|
    Packaging and Containers Manufacturing|Paint, Coating, and Adhesive Manufacturing|Paper and Forest Product Manufacturing|
    Personal Care Product Manufacturing|Pharmaceutical Manufacturing|Plastics and Rubber Product Manufacturing|Plastics Manufacturing|
    Primary Metal Manufacturing|Printing Services|Railroad Equipment Manufacturing|Renewable Energy Equipment Manufacturing|
    Robot Manufacturing|Rubber Products Manufacturing|Sawmills|Seafood Product Manufacturing|Semiconductor Manufacturing|
    Renewable Energy Semiconductor Manufacturing|Shipbuilding|Smart Meter Manufacturing|Soap and Cleaning Product Manufacturing|
    Sporting Goods Manufacturing|Spring and Wire Product Manufacturing|Sugar and Confectionery Product Manufacturing|
    Textile Manufacturing|Tobacco Manufacturing|Transportation Equipment Manufacturing|Turbine Manufacturing|Turned Products and Fastener Manufacturing|
    Water, Waste, Steam, and Air Conditioning Equipment Manufacturing|Wineries|Women's Handbag Manufacturing|Wood Product Manufacturing`,
  'Oil, Gas, and Mining': `Coal Mining|Metal Ore Mining|Mining|Natural Gas Extraction|Nonmetallic Mineral Mining|Oil and Gas|Oil Extraction`,
  'Professional Services': `Accounting|Advertising Services|Alternative Dispute Resolution|Architecture and Planning|Biotechnology Research|
    Business Consulting and Services|Climate Data and Analytics|Design Services|Engineering Services|Environmental Services|
    Government Relations Services|Graphic Design|Human Resources Services|Interior Design|IT Services and IT Consulting|
    IT System Custom Software Development|IT System Data Services|IT System Design Services|IT System Installation and Disposal|
    IT System Operations and Maintenance|IT System Testing and Evaluation|IT System Training and Support|Law Practice|Legal Services|
    Market Research|Marketing Services|Nanotechnology Research|Operations Consulting|Outsourcing and Offshoring Consulting|Photography|
    Public Relations and Communications Services|Regenerative Design|Research Services|Robotics Engineering|Services for Renewable Energy|
    Smart Cities Engineering|Strategic Management Services|Surveying and Mapping Services|Think Tanks|Veterinary Services`,
  'Real Estate and Equipment Rental Services': `Commercial and Industrial Equipment Rental|Consumer Goods Rental|Equipment Rental Services|
    Leasing Non-residential Real Estate|Leasing Residential Real Estate|Real Estate|Real Estate Agents and Brokers`,
  Retail: `Food and Beverage Retail|Online and Mail Order Retail|Retail Apparel and Fashion|Retail Appliances, Electrical, and Electronic Equipment|
    Retail Art Dealers|Retail Art Supplies|Retail Books and Printed News|Retail Building Materials and Garden Equipment|Retail Florists|
    Retail Furniture and Home Furnishings|Retail Gasoline|Retail Groceries|Retail Health and Personal Care Products|
    Retail Luxury Goods and Jewelry|Retail Motor Vehicles|Retail Musical Instruments|Retail Office Equipment|
    Retail Office Supplies and Gifts|Retail Pharmacies|Retail Recyclable Materials & Used Merchandise`,
  'Technology, Information and Media': `Animation and Post-production|Blockchain Services|Blogs|Book and Periodical Publishing|Book Publishing|
    Broadcast Media Production and Distribution|Business Content|Business Intelligence Platforms|Cable and Satellite Programming|
    Climate Technology|Computer and Network Security|Computer Games|Computer Networking Products|Data Infrastructure and Analytics|
    Data Security Software Products|Desktop Computing Software Products|Embedded Software Products|Information Services|
    Internet Marketplace Platforms|Internet News|Internet Publishing|Libraries|Media and Telecommunications|Media Production|
    Mobile Computing Software Products|Mobile Gaming Apps|Movies and Sound Recording|Movies, Videos, and Sound|Music|
    Newspaper Publishing|Online Audio and Video Media|Periodical Publishing|Radio and Television Broadcasting|Satellite Telecommunications|
    Sheet Music Publishing|Social Networking Platforms|Software Development|Sound Recording|Technology, Information and Internet|
    Telecommunications|Telecommunications Carriers|Wireless Services`,
  'Transportation, Logistics, Supply Chain and Storage': `Airlines and Aviation|Freight and Package Transportation|Ground Passenger Transportation|
    Interurban and Rural Bus Services|Maritime Transportation|Pipeline Transportation|Postal Services|Rail Transportation|
    School and Employee Bus Services|Shuttles and Special Needs Transportation Services|Sightseeing Transportation|Taxi and Limousine Services|
    Truck Transportation|Urban Transit Services|Warehousing and Storage`,
  Utilities: `Biomass Electric Power Generation|Electric Power Generation|Electric Power Transmission, Control, and Distribution|
    Fossil Fuel Electric Power Generation|Geothermal Electric Power Generation|Hydroelectric Power Generation|Natural Gas Distribution|
    Nuclear Electric Power Generation|Renewable Energy Power Generation|Solar Electric Power Generation|
    Steam and Air-Conditioning Supply|Waste Collection|Waste Treatment and Disposal|Water Supply and Irrigation Systems|
    Water, Waste, Steam, and Air Conditioning Services|Wind Electric Power Generation`,
  Wholesale: `Wholesale Alcoholic Beverages|Wholesale Apparel and Sewing Supplies|Wholesale Appliances, Electrical, and Electronics|
    Wholesale Building Materials|Wholesale Chemical and Allied Products|Wholesale Computer Equipment|Wholesale Drugs and Sundries|
    Wholesale Food and Beverage|Wholesale Footwear|Wholesale Furniture and Home Furnishings|Wholesale Hardware, Plumbing, Heating Equipment|
    Wholesale Import and Export|Wholesale Luxury Goods and Jewelry|Wholesale Machinery|Wholesale Metals and Minerals|
    Wholesale Motor Vehicles and Parts|Wholesale Paper Products|Wholesale Petroleum and Petroleum Products|Wholesale Photography Equipment and Supplies|
    Wholesale Raw Farm Products|Wholesale Recyclable Materials`,
};

/** Main industry to its sub-industries, both by the alphabet. */
export const INDUSTRIES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(TAXONOMY).map(([main, parts]) => [
    main,
    parts
      .split('|')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .sort((a, b) => a.localeCompare(b, 'en')),
  ]),
);

/** Names that other lists and LinkedIn's list before 2022 use, in lower case, and what they are called now. */
const FORMER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'airlines/aviation': 'Airlines and Aviation',
    'apparel & fashion': 'Retail Apparel and Fashion',
    automotive: 'Motor Vehicle Manufacturing',
    'aviation & aerospace': 'Aviation and Aerospace Component Manufacturing',
    biotechnology: 'Biotechnology Research',
    'broadcast media': 'Broadcast Media Production and Distribution',
    'building materials': 'Wholesale Building Materials',
    chemicals: 'Chemical Manufacturing',
    'civic & social organization': 'Civic and Social Organizations',
    'commercial real estate': 'Leasing Non-residential Real Estate',
    'computer hardware': 'Computer Hardware Manufacturing',
    'computer networking': 'Computer Networking Products',
    'computer software': 'Software Development',
    'consumer electronics': 'Computers and Electronics Manufacturing',
    'consumer goods': 'Manufacturing',
    cosmetics: 'Personal Care Product Manufacturing',
    'defense & space': 'Defense and Space Manufacturing',
    design: 'Design Services',
    'e-learning': 'E-Learning Providers',
    'education management': 'Education',
    'electrical/electronic manufacturing': 'Appliances, Electrical, and Electronics Manufacturing',
    entertainment: 'Entertainment Providers',
    'food & beverages': 'Food and Beverage Services',
    'food production': 'Food and Beverage Manufacturing',
    furniture: 'Furniture and Home Furnishings Manufacturing',
    'gambling & casinos': 'Gambling Facilities and Casinos',
    'health, wellness and fitness': 'Wellness and Fitness Services',
    'health, wellness & fitness': 'Wellness and Fitness Services',
    'hospital & health care': 'Hospitals and Health Care',
    'human resources': 'Human Resources Services',
    'industrial automation': 'Automation Machinery Manufacturing',
    'information services': 'Information Services',
    'information technology & services': 'IT Services and IT Consulting',
    'information technology and services': 'IT Services and IT Consulting',
    internet: 'Technology, Information and Internet',
    'leisure, travel & tourism': 'Travel Arrangements',
    'logistics & supply chain': 'Transportation, Logistics, Supply Chain and Storage',
    'logistics and supply chain': 'Transportation, Logistics, Supply Chain and Storage',
    'management consulting': 'Business Consulting and Services',
    machinery: 'Machinery Manufacturing',
    'marketing & advertising': 'Advertising Services',
    'marketing and advertising': 'Advertising Services',
    'mechanical or industrial engineering': 'Engineering Services',
    'medical devices': 'Medical Equipment Manufacturing',
    'medical practice': 'Medical Practices',
    'mining & metals': 'Mining',
    'motion pictures & film': 'Movies, Videos, and Sound',
    newspapers: 'Newspaper Publishing',
    'nonprofit organization management': 'Non-profit Organizations',
    'oil & energy': 'Oil and Gas',
    'online media': 'Online Audio and Video Media',
    'packaging & containers': 'Packaging and Containers Manufacturing',
    pharmaceuticals: 'Pharmaceutical Manufacturing',
    'primary/secondary education': 'Primary and Secondary Education',
    'public relations & communications': 'Public Relations and Communications Services',
    publishing: 'Book and Periodical Publishing',
    'renewables & environment': 'Services for Renewable Energy',
    research: 'Research Services',
    saas: 'Software Development',
    semiconductors: 'Semiconductor Manufacturing',
    sports: 'Spectator Sports',
    'staffing & recruiting': 'Staffing and Recruiting',
    textiles: 'Textile Manufacturing',
    'transportation/trucking/railroad': 'Truck Transportation',
    'venture capital & private equity': 'Venture Capital and Private Equity Principals',
    warehousing: 'Warehousing and Storage',
    wireless: 'Wireless Services',
  }),
);

const BY_NAME: ReadonlyMap<string, { industry: string; sub_industry: string | null }> = new Map<
  string,
  { industry: string; sub_industry: string | null }
>([
  ...Object.entries(INDUSTRIES).flatMap(([industry, parts]) =>
    parts.map((sub_industry) => [nameKey(sub_industry), { industry, sub_industry }] as const),
  ),
  ...Object.keys(INDUSTRIES).map((industry) => [nameKey(industry), { industry, sub_industry: null }] as const),
]);

function nameKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[\s,]+/g, ' ');
}

/** The position of a named industry in the taxonomy, former names included; null for an unknown one. */
export function findIndustry(name: string): { industry: string; sub_industry: string | null } | null {
  const known = BY_NAME.get(nameKey(name));
  if (known !== undefined) return known;
  const current =
    FORMER_NAMES.get(name.trim().toLowerCase()) ??
    FORMER_NAMES.get(name.trim().toLowerCase().replaceAll(' and ', ' & '));
  return current === undefined ? null : (BY_NAME.get(nameKey(current)) ?? null);
}

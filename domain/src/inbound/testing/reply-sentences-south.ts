import type { Sentences } from './reply-sentences-west.ts';

/** The same in Spanish, Italian, Portuguese and Russian. */
export const SOUTHERN: Record<'es' | 'it' | 'pt' | 'ru', Sentences> = {
  es: {
    unsubscribe: `Por favor, quiero darme de baja.
No me envíen más correos.
Elimine mis datos de su lista.
No me contacten más.
Dejen de escribirme.
No deseo recibir más mensajes.
Quítenme de la lista, gracias.
Deme de baja de inmediato.
No nos envíen más publicidad.
Esto es spam, no vuelvan a escribir.`,
    interested: `Sí, me interesa. ¿Cuándo podemos hablar?
Suena interesante, envíeme más información.
Estamos interesados en una demo.
Me gustaría saber más.
Llámeme mañana por la tarde.
Podemos agendar una reunión la próxima semana.
Con gusto, el jueves me viene bien.
Tenemos interés, ¿qué precio tiene?
Cuénteme más sobre el servicio.
Claro que sí, adelante.`,
    not_interested: `No, gracias.
No nos interesa.
No estoy interesado.
Ya tenemos un proveedor y estamos contentos.
Por ahora no, quizá el año que viene.
No necesitamos este tipo de programa.
No es una prioridad para nosotros.
No hay presupuesto este año.
Hemos decidido no seguir adelante.
No encaja con lo que buscamos.`,
    neutral: `¿Cómo funciona la conexión con nuestro sistema?
¿En qué países trabajan?
¿Cuál es la diferencia entre los dos planes?
¿De dónde ha sacado mi nombre?
¿Dónde se guardan los datos?`,
    wrong_person: `No soy la persona indicada. Contacte con Petra Kok (petra.kok@customer.example).
De esto se encarga mi compañero Jan Berg.
No es mi área, hable con Anna García.
Persona equivocada, lo he reenviado a compras.
El responsable es Tom Visser.`,
    left_company: `Ya no trabajo en esta empresa.
Grace ha dejado la empresa.
La señora Hopper ya no forma parte de la compañía desde el 1 de octubre.
Se ha jubilado.
He cambiado de empresa, escriba a Tom Visser.`,
  },
  it: {
    unsubscribe: `Vi prego di cancellarmi dalla lista.
Non scrivetemi più.
Chiedo la disiscrizione.
Non desidero ricevere altre email.
Rimuovetemi dal vostro elenco.
Non contattatemi più, grazie.
Smettete di inviarmi messaggi.
Cancellate il mio indirizzo.
Non inviatemi altra pubblicità.
Questo è spam.`,
    interested: `Sì, mi interessa. Quando possiamo sentirci?
Sembra interessante, mi mandi maggiori informazioni.
Siamo interessati a una demo.
Vorrei saperne di più.
Mi chiami domani pomeriggio.
Possiamo fissare una call la prossima settimana?
Volentieri, giovedì per me va bene.
Sono interessata, quanto costa?
Certamente, con piacere.
Suona bene, parliamone.`,
    not_interested: `No, grazie.
Non siamo interessati.
Non ci interessa.
Abbiamo già un fornitore e siamo soddisfatti.
Al momento no, forse il prossimo anno.
Non ne abbiamo bisogno.
Non è una priorità per noi.
Non c'è budget quest'anno.
Abbiamo deciso di non procedere.
Non fa per noi.`,
    neutral: `Come funziona il collegamento con il nostro gestionale?
In quali paesi siete presenti?
Qual è la differenza tra i due piani?
Come ha avuto il mio nome?
Dove vengono conservati i dati?`,
    wrong_person: `Non sono la persona giusta. Contatti la collega Petra Kok (petra.kok@customer.example).
Di questo se ne occupa Jan Berg.
Non è di mia competenza, si rivolga ad Anna Rossi.
Persona sbagliata, ho inoltrato all'ufficio acquisti.
Il referente è Tom Visser.`,
    left_company: `Non lavoro più in questa azienda.
Grace ha lasciato l'azienda.
La signora Hopper non fa più parte della società dal 1 ottobre.
È andato in pensione.
Ho cambiato lavoro, scriva a Tom Visser.`,
  },
  pt: {
    unsubscribe: `Por favor, remova-me da lista.
Não me enviem mais emails.
Quero cancelar a inscrição.
Não desejo receber mais mensagens.
Retirem o meu contacto da vossa lista.
Parem de me escrever.
Não me contactem mais.
Apague o meu endereço, por favor.
Deixem de enviar publicidade.
Isto é spam.`,
    interested: `Sim, tenho interesse. Quando podemos falar?
Parece interessante, envie-me mais informações.
Estamos interessados numa demonstração, pode marcar uma demo.
Gostaria de saber mais.
Ligue-me amanhã à tarde.
Podemos agendar uma reunião na próxima semana?
Com prazer, quinta-feira estou disponível.
Temos interesse, qual é o preço?
Conte-me mais sobre o serviço.
Claro que sim, vamos conversar.`,
    not_interested: `Não, obrigado.
Não estamos interessados.
Não temos interesse.
Já temos um fornecedor e estamos satisfeitos.
De momento não, talvez no próximo ano.
Não precisamos deste tipo de programa.
Não é uma prioridade para nós.
Não há orçamento este ano.
Decidimos não avançar.
Não é para nós.`,
    neutral: `Como funciona a ligação ao nosso sistema?
Em que países estão presentes?
Qual é a diferença entre os dois planos?
Como conseguiu o meu nome?
Onde são guardados os dados?`,
    wrong_person: `Não sou a pessoa certa. Fale com Petra Kok (petra.kok@customer.example).
Quem trata disso é o meu colega Jan Berg.
Não é a minha área, fale com a Anna Silva.
Pessoa errada, encaminhei para as compras.
O responsável é Tom Visser.`,
    left_company: `Já não trabalho nesta empresa.
A Grace deixou a empresa.
A senhora Hopper já não faz parte da empresa desde 1 de outubro.
Ele aposentou-se.
Mudei de empresa, escreva ao Tom Visser.`,
  },
  ru: {
    unsubscribe: `Пожалуйста, отпишите меня от рассылки.
Больше не пишите мне.
Удалите мой адрес из базы.
Не присылайте мне письма.
Не хочу получать ваши сообщения.
Прекратите рассылку.
Исключите меня из рассылки.
Прошу больше не писать.
Это спам.
Уберите мой адрес, спасибо.`,
    interested: `Да, интересно. Когда можем созвониться?
Звучит интересно, пришлите больше информации.
Нас интересует демо.
Хотели бы узнать подробнее.
Позвоните мне завтра.
Давайте обсудим на следующей неделе.
С удовольствием, в четверг мне удобно.
Мы заинтересованы, сколько это стоит?
Готов встретиться во вторник.
Расскажите больше об условиях.`,
    not_interested: `Нет, спасибо.
Нам это не интересно.
Мы не заинтересованы.
У нас уже есть поставщик, всё устраивает.
Сейчас нет, возможно в следующем году.
Нам это не нужно.
Это для нас не приоритет.
В этом году бюджета нет.
Решили отказаться.
Нам не подходит.`,
    neutral: `Как работает связь с нашей системой?
В каких странах вы работаете?
В чём разница между тарифами?
Откуда у вас моё имя?
Где хранятся данные?`,
    wrong_person: `Я не тот человек. Обратитесь к Petra Kok (petra.kok@customer.example).
Этим занимается мой коллега Ян Берг.
Это не моя зона, за это отвечает Анна Иванова.
Не по адресу, я переслал ваше письмо в закупки.
Ответственный за это Том Виссер.`,
    left_company: `Я больше не работаю в этой компании.
Грейс уволилась.
Госпожа Хоппер с 1 октября больше не работает у нас.
Он вышел на пенсию.
Она ушла из компании, пишите Тому Виссеру.`,
  },
};
